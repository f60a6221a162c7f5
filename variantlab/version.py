"""The version, in the one place that the package, its build and every run's manifest read."""

__version__ = "0.1.0"
