"""Pages: check the shape, make one service call, go back to a page (POST → redirect)."""
