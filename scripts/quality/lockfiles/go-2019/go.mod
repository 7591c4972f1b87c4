module example.com/worker

go 1.13

require (
	github.com/coreos/etcd v3.3.10+incompatible
	github.com/prometheus/client_golang v1.0.0
	github.com/tidwall/gjson v1.3.2
)
