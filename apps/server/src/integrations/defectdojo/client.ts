import { randomUUID } from 'node:crypto'
import type { EgressConfig } from '#platform/egress/egress.ts'
import { quoted } from '#platform/secrets/quoted.ts'
import { callService, rejectsCredentials, ServiceRejection } from '#integrations/core/call-service.ts'
import type { DefectDojoSettings } from './settings.ts'
import { text } from './text.ts'

// https://docs.defectdojo.com/en/open_source/api-v2-docs/

const headersOf = ({ token }: DefectDojoSettings) => ({ authorization: `Token ${token}` })

export async function checkToken(config: EgressConfig, settings: DefectDojoSettings): Promise<boolean> {
  const url = `${settings.url}/api/v2/products/?limit=1`
  const { status } = await callService(config, { method: 'GET', url, headers: headersOf(settings) })
  return !rejectsCredentials(settings.url, status)
}

export interface Reimport {
  product: string
  engagement: string
  /** Generic findings. */
  report: object
  /** Whether findings that the report no longer has are closed. */
  closesOthers: boolean
}

/** Sending the same again changes nothing. Throws ServiceRejection if it was refused. */
export async function reimport(
  config: EgressConfig,
  settings: DefectDojoSettings,
  { product, engagement, report, closesOthers }: Reimport,
): Promise<void> {
  const fields = {
    scan_type: 'Generic Findings Import',
    product_type_name: settings.productType,
    product_name: product,
    engagement_name: engagement,
    branch_tag: engagement,
    test_title: 'Assay',
    auto_create_context: 'true',
    close_old_findings: String(closesOthers),
  }
  const { body, contentType } = formOf(fields, report)
  const { status, text: reason } = await callService(config, {
    method: 'POST',
    url: `${settings.url}/api/v2/reimport-scan/`,
    headers: { ...headersOf(settings), 'content-type': contentType },
    body,
  })
  if (status !== 200 && status !== 201)
    throw new ServiceRejection(
      text('importRefused', { service: settings.url, status, reason: quoted(reason, [settings.token]) }),
    )
}

/** https://www.rfc-editor.org/rfc/rfc7578 */
function formOf(fields: Record<string, string>, report: object): { body: string; contentType: string } {
  const boundary = randomUUID()
  const part = (head: string, content: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
  const file = 'name="file"; filename="assay.json"\r\nContent-Type: application/json'
  const parts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value))
  const body = [...parts, part(file, JSON.stringify(report)), `--${boundary}--\r\n`].join('')
  return { body, contentType: `multipart/form-data; boundary=${boundary}` }
}
