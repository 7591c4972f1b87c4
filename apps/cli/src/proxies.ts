/** Sends every request by way of the proxies that the environment names, as Node does itself with NODE_USE_ENV_PROXY. */
export async function useProxies(environment: Record<string, string | undefined>): Promise<void> {
  const { http_proxy, https_proxy, HTTP_PROXY, HTTPS_PROXY } = environment
  if (![http_proxy, https_proxy, HTTP_PROXY, HTTPS_PROXY].some(Boolean)) return
  const http = await import('node:http')
  // Node has it since 24.14.
  if ('setGlobalProxyFromEnv' in http) http.setGlobalProxyFromEnv(environment)
  else process.stderr.write(`Node ${process.version} uses no proxy: update it, or set NODE_USE_ENV_PROXY=1\n`)
}
