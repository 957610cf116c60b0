"""Build hook: generates `entreposto.a` and `entreposto.b` from the documents in `../openapi`."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class GeneratedInterfaces(BuildHookInterface):
    def initialize(self, version, build_data):
        root = Path(self.root)
        documents = root.parent / "openapi"
        packages = {interface: root / "src" / "entreposto" / interface for interface in ("a", "b")}
        # a source distribution holds the generated packages, not the documents
        if not documents.is_dir() and all(package.is_dir() for package in packages.values()):
            return
        # the generator formats what it writes with ruff, which stands beside it
        env = {**os.environ, "PATH": os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])}
        for interface, package in packages.items():
            shutil.rmtree(package, ignore_errors=True)
            document = documents / f"{interface}.json"
            command = [sys.executable, str(root / "generate.py"), "generate", "--meta", "none"]
            command += ["--custom-template-path", str(root / "templates"), "--fail-on-warning"]
            command += ["--path", str(document), "--output-path", str(package)]
            subprocess.run(command, check=True, env=env)
            shutil.rmtree(package / ".ruff_cache", ignore_errors=True)
