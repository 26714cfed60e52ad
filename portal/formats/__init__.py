"""How dates are written where Django has another habit than ours."""
