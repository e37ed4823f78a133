"""Published files, as JSON."""

from lore.actions import EditOfBlock, Publishing


def published(outcome: Publishing) -> dict[str, object]:
    """`lore publish`, also with `--check`, `--diff` and `--remove`."""
    plan = outcome.plan
    return {
        "project": plan.project,
        "root": str(outcome.root),
        "conventions": plan.conventions,
        "files": [
            {"path": target.path, "step": target.step.value, "drift": target.drift, "diff": list(target.diff())}
            for target in plan.targets
        ],
        "stale": [{"id": fact.id, "text": fact.text, "why": why} for fact, why in outcome.stale],
    }


def hand_edit(edit_of_block: EditOfBlock) -> dict[str, object]:
    """A hand edit of a block, line by line."""
    return {
        "paths": list(edit_of_block.edit.paths),
        "mark": edit_of_block.mark,
        "lines": [
            {
                "path": line.path,
                "step": line.step.value,
                "words": line.words,
                "fact": line.fact,
                "before": line.before,
                "risks": [risk.id for risk in line.risks],
            }
            for line in edit_of_block.edit.lines
        ],
        "refused": list(edit_of_block.edit.refused),
    }
