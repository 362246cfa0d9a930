"""The server: the engine's questions over HTTP and WebSocket, and a page to ask them with (extra `server`)."""
