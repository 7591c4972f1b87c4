import { Problem } from '#platform/http/problem.ts'
import { summarizeDocuments } from './summarize-documents.ts'
import type { BuildDocument } from '#scanning/builds/documents/build-document.ts'

/** Rejects builds without any readable document before anything is stored. Returns the number of components and results. */
export async function checkReadable(buildUuid: string, documents: BuildDocument[]): Promise<number> {
  const { summary, issues } = await summarizeDocuments(buildUuid, documents)
  if (summary !== null && summary.formats > 0) return summary.components + summary.results
  const details = issues.slice(0, 20).map(({ where, message }) => ({ path: where, message }))
  const message = details[0]?.message ?? 'The document could not be read'
  throw new Problem(400, 'unreadableDocument', message).withDetails(details)
}
