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
            {"path": one.path, "step": one.step.value, "drift": one.drift, "diff": list(one.diff())}
            for one in plan.targets
        ],
    }


def hand_edit(found: EditOfBlock) -> dict[str, object]:
    """A hand edit of a block, line by line."""
    return {
        "paths": list(found.edit.paths),
        "mark": found.mark,
        "lines": [
            {
                "step": line.step.value,
                "words": line.words,
                "fact": line.fact,
                "before": line.before,
                "risks": [risk.id for risk in line.risks],
            }
            for line in found.edit.lines
        ],
        "refused": list(found.edit.refused),
    }
