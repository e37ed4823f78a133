"""What a screen is made of. Widgets paint what they are given and post what was pressed; they know no engine."""
