"""The application: its start, its main window, menus, messages and translations."""
