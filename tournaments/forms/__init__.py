"""What people fill in at the desk. A form parses; whether the act is allowed is the act's business."""
