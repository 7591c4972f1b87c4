import type { ProblemBody } from '@assay/contract/problem.ts'

type Fetch = (input: string, init?: RequestInit) => Promise<Response>
type Asker = () => Promise<boolean>

let asker: Asker | null = null
let asking: Promise<boolean> | null = null

/** The registered dialog, which resolves with whether the member reauthenticated. Returns a function to unregister. */
export function onLoginTooOld(ask: Asker): () => void {
  asker = ask
  return () => void (asker = null)
}

/** If a call requires a recent login, asks for reauthentication and repeats the call. */
export const confirming =
  (send: Fetch): Fetch =>
  async (input, init) => {
    const response = await send(input, init)
    if (!(await isLoginTooOld(response)) || !(await isConfirmed())) return response
    return send(input, init)
  }

/** Concurrent calls share one dialog. */
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
