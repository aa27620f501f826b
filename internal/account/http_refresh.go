package account

import (
	"context"
	"time"

	"kirana/internal/httpapi"
	"kirana/internal/limit"
)

// Limits of refreshes. A browser needs one in twelve hours. Each costs a transaction; a forged token costs a read.
const (
	refreshesPerLogin   = 60
	refreshesPerAddress = 1200 // a whole town may share an address
	refreshWindow       = 15 * time.Minute
)

var (
	refreshRule        = limit.Rule{Name: "refresh.login", Max: refreshesPerLogin, Window: refreshWindow}
	refreshNetworkRule = limit.Rule{Name: "refresh.address", Max: refreshesPerAddress, Window: refreshWindow}
)

type refreshLimits struct {
	byLogin   *limit.Limiter
	byAddress *limit.NetworkLimiter
}

func newRefreshLimits(limits *limit.Store) refreshLimits {
	return refreshLimits{
		byLogin:   limits.Limiter(refreshRule),
		byAddress: limits.NetworkLimiter(refreshNetworkRule),
	}
}

type refreshForm struct {
	RefreshToken httpapi.Text `json:"refreshToken,omitempty" maxLength:"200"`
}

func (h *Handler) refresh(ctx context.Context, in *struct {
	httpapi.RawRequest
	Authorization string `header:"Authorization" doc:"Bearer, followed by the refresh token."`
	Body          httpapi.Form[refreshForm]
},
) (LoginTokens, error) {
	token := in.Body.Value.RefreshToken.Value
	if token == "" {
		token = httpapi.BearerToken(in.Authorization)
	}
	if token == "" {
		return LoginTokens{}, httpapi.ErrUnauthenticated
	}
	if err := h.refreshes.byAddress.Allow(ctx, h.limitClient(in.Request())); err != nil {
		return LoginTokens{}, err
	}
	loginID, err := h.accounts.LoginOfRefreshToken(ctx, token)
	if err != nil {
		return LoginTokens{}, err
	}
	if err := h.refreshes.byLogin.Allow(ctx, loginID); err != nil {
		return LoginTokens{}, err
	}
	return h.accounts.Refresh(ctx, token)
}
