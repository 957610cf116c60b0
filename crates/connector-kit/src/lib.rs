//! Simulated shops, injected faults and the cases that every connector must pass.
