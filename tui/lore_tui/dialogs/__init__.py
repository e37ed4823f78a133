"""What lies over a screen. Loaded when opened; each ends with a value or with None."""
