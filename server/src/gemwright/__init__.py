"""Gemwright: matches of Duel, Duel with The Counterfeiters, and Splendor."""
