"""What is published, one module for each target; nothing outside of this folder knows the name of a published file.

A new target is a module with a `PublishTarget` and its entry in `registry`. May import what `lore.publish` may.
"""
