"""Thousands of requests that the OpenAPI document allows, or does not: no answer may be an error of the server.

    SCHEMATHESIS=/path/to/st python tests/bench/fuzz_http.py [cases per operation]

schemathesis (4.x) makes the requests; it has its own environment, as it asks for other versions of what Lore uses.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from lore import paths
from lore.store import open_store
from support import sample_store
from support.served import Served

CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,"
    "negative_data_rejection,unsupported_method"
)
LEAST = 2_000


def main(cases: int) -> int:
    program = os.environ.get("SCHEMATHESIS") or shutil.which("st")
    if program is None:
        print("schemathesis is not here: `pip install 'schemathesis>=4,<5'` somewhere, and name its `st`")
        return 2
    with tempfile.TemporaryDirectory(prefix="lore-fuzz-") as folder:
        home = Path(folder) / "home"
        with open_store(home) as store:
            sample_store.fill(store)
        env = {**os.environ, "LORE_HOME": str(home), "HOME": folder}
        with Served(cwd=Path(folder), env=env) as served:
            token = paths.token_file(home).read_text().strip()
            done = subprocess.run(
                [
                    program, "run", f"http://127.0.0.1:{served.port}/openapi.json", "--header",
                    f"Authorization: Bearer {token}", "--phases", "coverage,fuzzing",
                    "--max-examples", str(cases), "--checks", CHECKS, "--seed", "1", "--continue-on-failure",
                    "--request-timeout", "60", "--suppress-health-check", "all", "--no-color",
                ],
                cwd=folder, capture_output=True, text=True, check=False,
            )  # fmt: skip
            _, said = served.end()
    print(done.stdout[-20_000:], done.stderr[-2_000:])
    made = sum(int(number.replace(",", "")) for number in re.findall(r"([\d,]+) generated", done.stdout))
    print(f"{made:,} cases, exit code {done.returncode}; the server said: {said.strip()!r}")
    return done.returncode or (1 if made < LEAST else 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
