"""Model families, a module or package each: settings, model and training; and the components they share."""
