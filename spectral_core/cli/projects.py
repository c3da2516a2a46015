"""Commands for projects: state, export, verification and history."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from spectral_core.cli.input_output import Json, format_count, print_json, print_table, progress_bars
from spectral_core.cli.options import AsJson
from spectral_core.errors import SettingsError, SpectralError
from spectral_core.files import check_compression

app = typer.Typer(
    help="Inspect, verify and export an annotation project, even while the window has it open.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Folder = Annotated[Path, typer.Argument(help="The folder of a project, or its project.json.", show_default=False)]
DocumentName = Annotated[
    str | None, typer.Option("--document", help="One document, by its name in the project.", show_default=False)
]
_STEP_FIELDS = (
    "id", "time", "annotator", "step", "kind", "undoes", "document", "sentences", "provenance", "milliseconds", "rank",
)  # fmt: skip
_RUN_FIELDS = ("name", "method", "status", "seconds", "measures")


@app.command()
def status(folder: Folder, json: AsJson = False) -> None:
    """Show the documents of a project, their unsaved edits, who has it open, and its runs."""
    from spectral_core.project import Project

    with Project.open_read_only(folder) as project:
        rows: list[dict[str, Json]] = []
        for name in project.documents:
            row: dict[str, Json] = {
                "name": name,
                "path": str(project.path_of(name)),
                "unsaved": project.count_unsaved(name),
            }
            try:
                row["changed_outside"] = project.is_changed_outside(name)
                row["sentences"] = len(project.open_document(name).treebank)
            except SpectralError as error:
                row["error"] = str(error)
            rows.append(row)
        holder, runs, last_step = project.lock_holder, project.list_runs(), project.list_history(1)
        if json:
            print_json(
                {
                    "name": project.name,
                    "folder": str(project.folder),
                    "documents": rows,
                    "holder": None if holder is None else asdict(holder),
                    "acts": last_step[0].id if last_step else 0,
                    "last": last_step[0].time if last_step else None,
                    "notice": project.notice,
                    "runs": [{name: getattr(run, name) for name in _RUN_FIELDS} for run in runs],
                }
            )
            return
        holder_text = "not open" if holder is None else f"open by {holder}"
        history_text = (
            f"{format_count(last_step[0].id, 'edit')}, the last at {last_step[0].time[:19]} UTC"
            if last_step
            else "no edits yet"
        )
        print(f"{project.name}: {holder_text}; {history_text}")
        if project.notice:
            print(project.notice, file=sys.stderr)
        table = []
        for row in rows:
            state = "changed outside" if row.get("changed_outside") else str(row.get("error", ""))
            size = f"{row['sentences']:,}" if "sentences" in row else ""
            table.append([str(row["name"]), state, size, f"{row['unsaved']:,}"])
        print_table("Documents", ["document", "state", "sentences", "unsaved"], table, left=2)
        if runs:
            lines = [[run.name, run.method, run.status, f"{run.seconds:.1f}"] for run in runs]
            print_table("Runs", ["run", "method", "status", "seconds"], lines, left=3)


@app.command()
def export(
    folder: Folder,
    output: Annotated[Path, typer.Option("-o", "--output", help="A file for one document, otherwise a folder.")],
    document: DocumentName = None,
    provenance: Annotated[
        bool, typer.Option("--provenance", help="Add who decided on each word to MISC, as Provenance=.")
    ] = False,
    drop: Annotated[bool, typer.Option("--drop", help="Drop what the new format cannot hold.")] = False,
) -> None:
    """Export the documents with all annotation to other files; the project does not change."""
    from spectral_core.project import Project, ProjectError
    from spectral_core.project.document_files import export_document, make_export_name

    with Project.open_read_only(folder) as project, progress_bars() as report:
        if project.notice:
            raise ProjectError(project.notice)
        names = list(project.documents)
        if document is not None:
            project.path_of(document)
            names = [document]
        if not names:
            raise ProjectError(f"{project.folder}: this project has no documents")
        single = not output.is_dir() and bool(output.suffix)
        if single:
            check_compression(output)
        if single and len(names) > 1:
            document_names = ", ".join(names)
            raise ProjectError(
                f"{output} is one file, and the project has several documents ({document_names}). Name one"
            )
        targets = [
            output if single else output / make_export_name(name, project.count_unsaved(name) > 0) for name in names
        ]
        if len(set(targets)) < len(targets):
            raise ProjectError("two documents have the same file name. Export them one by one with --document")
        if not single:
            try:
                output.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise ProjectError(f"{output}: the folder could not be created: {error.strerror}") from None
        for name, target in zip(names, targets, strict=True):
            count = export_document(project, name, target, provenance, drop, report)
            print(f"{target}: {format_count(count, 'sentence')}")


@app.command()
def verify(folder: Folder, json: AsJson = False) -> None:
    """Check the journal, every text in it, and its replay over each file; exit with 1 if anything is damaged."""
    from spectral_core.project import Project
    from spectral_core.project.verification import verify_project

    with Project.open_read_only(folder) as project, progress_bars() as report:
        verification = verify_project(project, report)
    if json:
        print_json(
            {
                "sound": not verification.faults,
                "acts": verification.edits,
                "faults": verification.faults,
                "notes": verification.notes,
            }
        )
    else:
        for line in (*verification.faults, *verification.notes):
            print(line)
        if not verification.faults:
            print(f"{project.folder}: sound, {format_count(verification.edits, 'edit')}")
    if verification.faults:
        raise typer.Exit(1)


@app.command()
def history(
    folder: Folder,
    document: DocumentName = None,
    sentence: Annotated[
        int | None, typer.Option("--sentence", help="One sentence of that document, counted from 1.", min=1)
    ] = None,
    limit: Annotated[int, typer.Option("--limit", "--most", help="Maximum number of edits.", min=1)] = 200,
    json: AsJson = False,
) -> None:
    """List edits, newest first: time, annotator, sentence and changes."""
    from spectral_core.project import Project, ProjectError
    from spectral_core.project.journal import EDIT

    with Project.open_read_only(folder) as project:
        if project.notice:
            raise ProjectError(project.notice)
        if document is not None:
            project.path_of(document)
        elif sentence is not None:
            if len(project.documents) != 1:
                message = "--sentence needs --document if the project does not have exactly one document"
                raise SettingsError(message)
            document = project.documents[0]
        steps = project.list_history(limit, document, None if sentence is None else sentence - 1)
    if json:
        rows: list[Json] = []
        for step in steps:
            row: dict[str, Json] = {name: getattr(step, name) for name in _STEP_FIELDS}
            row["sentence"] = step.index + 1 if step.index >= 0 else None
            rows.append({**row, "cells": [asdict(cell) for cell in step.cells]})
        print_json({"steps": rows})
        return
    if not steps:
        print("no edits", file=sys.stderr)
    for step in steps:
        location = f"{step.document} {step.index + 1 if step.index >= 0 else '(deleted)'}" if step.document else "-"
        kind = "" if step.kind == EDIT else f"{step.kind}: "
        print(f"{step.id}\t{step.time[:19]}\t{step.annotator}\t{location}\t{step.provenance}\t{kind}{step.step}")
