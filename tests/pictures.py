"""Shared by the tests of pictures, which are run as TEST COMMAND SCRIPT."""
import importlib.machinery
import importlib.util
import os
import sys


def command_and_script():
    """The paths of command and script, taken off the arguments, and the script as a module."""
    # The command reads such variables as options, and those of the tests are none.
    for name in [name for name in os.environ if name.startswith("RETROGRAPH_")]:
        del os.environ[name]
    path = sys.argv.pop(2)
    command = sys.argv.pop(1)
    loader = importlib.machinery.SourceFileLoader("script", path)
    script = importlib.util.module_from_spec(importlib.util.spec_from_loader("script", loader))
    loader.exec_module(script)
    return command, path, script
