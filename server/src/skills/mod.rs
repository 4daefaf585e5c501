//! Skills: folders of tools with their instructions. The agent knows neither; it gets one registry.
