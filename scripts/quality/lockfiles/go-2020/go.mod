module example.com/gateway

go 1.17

require (
	github.com/dgrijalva/jwt-go v3.2.0+incompatible
	github.com/gin-gonic/gin v1.6.3
	github.com/gogo/protobuf v1.3.1
	github.com/gorilla/websocket v1.4.0
	github.com/nats-io/nats-server/v2 v2.1.9
	github.com/opencontainers/runc v1.0.0-rc8
	github.com/russellhaering/goxmldsig v1.1.0
	github.com/containerd/containerd v1.4.3
	github.com/docker/docker v20.10.6+incompatible
	github.com/hashicorp/consul v1.9.0
	github.com/labstack/echo/v4 v4.1.17
	google.golang.org/grpc v1.27.0
	gopkg.in/yaml.v2 v2.2.2
	k8s.io/client-go v0.18.0
)

require (
	github.com/gin-contrib/sse v0.1.0 // indirect
	github.com/go-playground/validator/v10 v10.2.0 // indirect
	github.com/golang/protobuf v1.4.2 // indirect
	github.com/json-iterator/go v1.1.9 // indirect
	github.com/miekg/dns v1.1.24 // indirect
	github.com/ugorji/go/codec v1.1.7 // indirect
	github.com/ulikunitz/xz v0.5.7 // indirect
	golang.org/x/crypto v0.0.0-20200220183623-bac4c82f6975 // indirect
	golang.org/x/net v0.0.0-20200202094626-16171245cfb2 // indirect
	golang.org/x/sys v0.0.0-20200930185726-fdedc70b468f // indirect
	golang.org/x/text v0.3.2 // indirect
)

replace golang.org/x/text => golang.org/x/text v0.3.5

exclude github.com/gin-gonic/gin v1.6.2
