"""The engine: queries and answers as JSON, answered by a process (`orienteer engine`) or a server (`orienteer serve`)."""
