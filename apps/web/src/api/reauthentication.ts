import type { ProblemBody } from '@assay/contract/problem.ts'

type Fetch = (input: string, init?: RequestInit) => Promise<Response>
type Asker = () => Promise<boolean>

let asker: Asker | null = null
let asking: Promise<boolean> | null = null

/** Who asks the member to confirm the login, and answers whether that was done; returns how to stop that. */
export function onLoginTooOld(ask: Asker): () => void {
  asker = ask
  return () => void (asker = null)
}

/** A login that is too old for a call is confirmed, and the call made again. */
export const confirming =
  (send: Fetch): Fetch =>
  async (input, init) => {
    const response = await send(input, init)
    if (!(await isLoginTooOld(response)) || !(await isConfirmed())) return response
    return send(input, init)
  }

/** Several calls at once are one question. */
const isConfirmed = async (): Promise<boolean> => {
  asking ??= asker?.().finally(() => (asking = null)) ?? null
  return (await asking) ?? false
}

async function isLoginTooOld(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return (body as Partial<ProblemBody> | null)?.errorType === 'loginTooOld'
}
