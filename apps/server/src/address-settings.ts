import { resolve } from 'node:path'
import { z } from 'zod'
import type { TlsFiles } from '#platform/http/tls.ts'
import { BasePath, PlainUrl } from './setting-values.ts'

/** Settings of the server's own address; config.ts lists all settings. */
export const addressVariables = {
  ASSAY_PUBLIC_URL: PlainUrl.optional(),
  ASSAY_BASE_PATH: BasePath.optional(),
  ASSAY_TLS_CERTIFICATE: z.string().min(1).optional(),
  ASSAY_TLS_KEY: z.string().min(1).optional(),
  ASSAY_HSTS_SUBDOMAINS: z.stringbool().default(false),
}

const Values = z.object(addressVariables)
type AddressValues = z.infer<typeof Values>

export interface AddressConfig {
  /** Public address with the base path, if it differs from host and port. */
  publicUrl: string | undefined
  /** Path of the public address, such as '/assay'; '' for none. Requests may come with it or, from some proxies, without. */
  basePath: string
  /** Certificate and key of the server itself; undefined: it speaks http, mostly to a proxy with TLS. */
  tls: TlsFiles | undefined
  /** Whether browsers are told to use https for all subdomains of the public address as well. */
  coversSubdomains: boolean
}

export const readAddressConfig = (
  values: AddressValues,
  fail: (sentence: string) => never,
): AddressConfig => ({
  publicUrl: readPublicUrl(values, fail),
  basePath: values.ASSAY_BASE_PATH ?? '',
  tls: readTls(values, fail),
  coversSubdomains: values.ASSAY_HSTS_SUBDOMAINS,
})

/** With the base path, which it may have already. */
function readPublicUrl(
  { ASSAY_PUBLIC_URL: url, ASSAY_BASE_PATH: base = '' }: AddressValues,
  fail: (sentence: string) => never,
): AddressConfig['publicUrl'] {
  const plain = url?.replace(/\/+$/, '')
  if (plain === undefined || base === '') return plain
  const { pathname } = new URL(plain)
  if (pathname === base) return plain
  return pathname === '/'
    ? plain + base
    : fail('ASSAY_PUBLIC_URL must have no path, or that of ASSAY_BASE_PATH.')
}

/** Cookies and links are those of https only if the public address says so. */
function readTls(values: AddressValues, fail: (sentence: string) => never): AddressConfig['tls'] {
  const { ASSAY_TLS_CERTIFICATE: certificate, ASSAY_TLS_KEY: key, ASSAY_PUBLIC_URL: address = '' } = values
  if (certificate === undefined && key === undefined) return undefined
  if (certificate === undefined || key === undefined || !address.startsWith('https:'))
    return fail('ASSAY_TLS_CERTIFICATE, ASSAY_TLS_KEY and an ASSAY_PUBLIC_URL with https need each other.')
  return { certificate: resolve(certificate), key: resolve(key) }
}
