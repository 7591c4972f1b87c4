import type { ReceivedFile } from '#platform/uploads/receive-file.ts'

/** Which reader to use: 'auto' detects it from the content, 'csv:<language>' reads lines of the builds API. */
export type DocumentFormat = 'auto' | `csv:${string}`

export interface BuildDocument extends ReceivedFile {
  path: string
  format: DocumentFormat
}
