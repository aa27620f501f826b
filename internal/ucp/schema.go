package ucp

// In the shop's own document these are other things.

// SchemaName returns the name in the API document.
func (Product) SchemaName() string { return "AgentProduct" }

// SchemaName returns the name in the API document.
func (Category) SchemaName() string { return "AgentCategory" }

// SchemaName returns the name in the API document.
func (Cart) SchemaName() string { return "AgentCart" }

// SchemaName returns the name in the API document.
func (Line) SchemaName() string { return "AgentCartLine" }
