"""The tests run against the installed package: the sources beside them must not be found."""

import sprague


def pytest_report_header() -> str:
    return f"sprague from {sprague.__file__}"
