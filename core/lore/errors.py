"""The tree of errors. Each carries a message, a hint with the next step, and the exit code of the command.

LoreError            1  the command failed
├── UsageError       2  the arguments make no sense together
├── NotFound         3  no such fact, candidate, session, file or hit
├── NeedsPerson      4  a review or a drift waits for a decision, or an agent asked for one
│   └── NeedsConfirmation  4  a warning was not acknowledged by its name
├── Busy             5  another process holds the lock for longer than the budget
├── StoreError       1  the store cannot be opened, read or written
│   ├── Unwritable   1  nobody can write there at this moment: the disk is full, or the place is closed; reading goes on
│   ├── NewerSchema  1  the store was written by a newer Lore
│   ├── OlderSchema  1  … by one that is too old to be brought up to date
│   ├── Damaged      1  the store is not what Lore wrote
│   │   ├── ForeignSchema  1  it holds tables, triggers or views that Lore did not make
│   │   └── Lost           1  it is gone or empty, beside backups that hold facts
│   └── IndexDamaged 1  a derived file is not what it should be: the answer is to build it again
├── Conflict         1  what the change rests on has changed meanwhile
├── BadInput         1  a file cannot be read as what it claims to be
├── ModelError       1  a model is missing, damaged, or says nothing of use
│   └── NoAnswer     1  it could not be asked, or gave no answer in its time: nor will it answer the next question
└── GivenUp          1  nobody waits for the answer any more
"""


class LoreError(Exception):
    """Something the user can understand and act on; shown as `error: …` and `hint: …`, never as a traceback."""

    exit_code = 1

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(LoreError):
    exit_code = 2


class NotFound(LoreError):
    exit_code = 3


class NeedsPerson(LoreError):
    exit_code = 4


class NeedsConfirmation(NeedsPerson):
    pass


class Busy(LoreError):
    exit_code = 5


class StoreError(LoreError):
    pass


class Unwritable(StoreError):
    pass


class NewerSchema(StoreError):
    pass


class OlderSchema(StoreError):
    pass


class Damaged(StoreError):
    pass


class ForeignSchema(Damaged):
    pass


class Lost(Damaged):
    pass


class IndexDamaged(StoreError):
    pass


class Conflict(LoreError):
    pass


class BadInput(LoreError):
    pass


class ModelError(LoreError):
    pass


class NoAnswer(ModelError):
    pass


class GivenUp(LoreError):
    pass
