import { WorkMemoryError } from '#platform/worker-threads/isolate.ts'
import { WorkTimeError } from '#platform/worker-threads/work-pool.ts'

/** A message for the user if the error is a resource limit, otherwise null. */
export function limitMessage(
  error: unknown,
  subject: 'The document' | 'The archive' | 'The project',
  verb: 'read' | 'resolve' | 'scan',
) {
  // RangeError: the stack, a text or a list would exceed what the engine allows.
  if (error instanceof WorkMemoryError || error instanceof RangeError)
    return `${subject} needs more memory to ${verb} than this server gives`
  if (error instanceof WorkTimeError) return `${subject} takes longer to ${verb} than this server gives`
  return null
}
