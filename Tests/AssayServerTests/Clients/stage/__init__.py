"""Who plays a part beside the client under test: the server and its administrator, a device, a backend's key."""
