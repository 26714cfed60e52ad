"""Reading and writing what leaves the house. Pure: text in, values out, every defect with its place."""
