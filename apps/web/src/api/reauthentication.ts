import type { ProblemBody } from '@assay/contract/problem.ts'

type Fetch = (input: string, init?: RequestInit) => Promise<Response>
type Prompt = () => Promise<boolean>

let prompt: Prompt | null = null
let pending: Promise<boolean> | null = null

/** The registered dialog, which resolves with whether the member reauthenticated. Returns a function to unregister. */
export function onLoginTooOld(show: Prompt): () => void {
  prompt = show
  return () => void (prompt = null)
}

/** If a call requires a recent login, asks for reauthentication and repeats the call. */
export const withReauthentication =
  (send: Fetch): Fetch =>
  async (input, init) => {
    const response = await send(input, init)
    if (!(await isLoginTooOld(response)) || !(await reauthenticate())) return response
    return send(input, init)
  }

/** Concurrent calls share one dialog. */
const reauthenticate = async (): Promise<boolean> => {
  pending ??= prompt?.().finally(() => (pending = null)) ?? null
  return (await pending) ?? false
}

async function isLoginTooOld(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return (body as Partial<ProblemBody> | null)?.errorType === 'loginTooOld'
}
