package ucp

// The API document has other schemas named Product, Category, Cart and Line, so the agents' types
// have other names in it.

// SchemaName returns the name in the API document.
func (Product) SchemaName() string { return "AgentProduct" }

// SchemaName returns the name in the API document.
func (Category) SchemaName() string { return "AgentCategory" }

// SchemaName returns the name in the API document.
func (Cart) SchemaName() string { return "AgentCart" }

// SchemaName returns the name in the API document.
func (Line) SchemaName() string { return "AgentCartLine" }

// SchemaName returns the name in the API document.
func (cartForm) SchemaName() string { return "AgentCartForm" }

// SchemaName returns the name in the API document.
func (lineForm) SchemaName() string { return "AgentCartLineForm" }

// SchemaName returns the name in the API document.
func (itemForm) SchemaName() string { return "AgentCartItemForm" }
