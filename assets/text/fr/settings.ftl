# Settings, the profile and diagnostics.
