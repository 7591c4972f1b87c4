import type { TestServer } from './test-server.ts'

// Sends what clients of DefectDojo send.

export interface DojoAnswer {
  status: number
  body: ReturnType<JSON['parse']>
}

export interface DefectDojoClient {
  get(path: string): Promise<DojoAnswer>
  send(method: string, path: string, body: unknown): Promise<DojoAnswer>
  /** A multipart form with a report. */
  report(path: string, fields: Record<string, string>, report: unknown): Promise<DojoAnswer>
}

export function defectDojoClient({ url }: Pick<TestServer, 'url'>, authorization: string): DefectDojoClient {
  const call = async (path: string, init: RequestInit): Promise<DojoAnswer> => {
    const response = await fetch(url + path, {
      ...init,
      headers: {
        ...(authorization !== '' && { Authorization: authorization.replace('token ', 'Token ') }),
        ...(init.headers as Record<string, string>),
      },
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
  return {
    get: (path) => call(path, {}),
    send: (method, path, body) =>
      call(path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    report(path, fields, report) {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      if (report !== undefined) form.set('file', new Blob([JSON.stringify(report)]), 'report.json')
      return call(path, { method: 'POST', body: form })
    },
  }
}
