"""What lies over a screen: help and palette, the form. Loaded when opened; each ends with a value or with None."""
