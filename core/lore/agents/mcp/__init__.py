"""The memory as an MCP server on stdin and stdout, for one agent, for as long as it lives. `lore mcp` starts it.

A face: it parses, calls actions and answers with the shapes of `lore.wire`. The official SDK is loaded here alone.
"""
