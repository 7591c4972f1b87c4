// The image's health check: the server answers on its port, or a worker on that of its metrics.
const { ASSAY_ROLES = 'web,worker', ASSAY_PORT = '8800', ASSAY_METRICS_PORT, ASSAY_TLS_KEY } = process.env
const port = ASSAY_ROLES.includes('web') ? ASSAY_PORT : ASSAY_METRICS_PORT
if (port !== undefined) {
  const scheme = ASSAY_TLS_KEY ? 'https' : 'http'
  // The certificate is that of the public address.
  if (ASSAY_TLS_KEY) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  const response = await fetch(`${scheme}://127.0.0.1:${port}/healthz`, {
    signal: AbortSignal.timeout(5_000),
  })
  if (!response.ok) process.exit(1)
}
