import type { Wording } from '#platform/texts/text.ts'
import { modelText } from './texts.ts'
import type { AppContext } from '#context.ts'
import { egressOf, exchange } from '#platform/egress/egress.ts'
import { Problem } from '#platform/http/problem.ts'
import { chat } from './chat.ts'
import { ModelError } from './read-chat.ts'
import { hostOf, type ModelService } from './connection.ts'

type Config = AppContext['config']

/** Sends a single word and no product data. Throws ModelError. */
export async function checkModel(
  config: Config,
  service: ModelService,
): Promise<{ hasTools: boolean; message: Wording }> {
  const ask = (tools: { name: string; description: string; parameters: object }[]) =>
    chat(config, service, {
      messages: [{ role: 'user', content: 'Answer with the word OK.' }],
      tools,
      maxTokens: 16,
      signal: AbortSignal.timeout(60_000),
      onText: () => undefined,
    })
  const host = hostOf(service)
  try {
    await ask([
      { name: 'nothing', description: 'Does nothing.', parameters: { type: 'object', properties: {} } },
    ])
    return { hasTools: true, message: modelText('modelAnswers', { host, model: service.model }) }
  } catch (error) {
    if (!(error instanceof ModelError) || error.status !== 400) throw error
    await ask([])
    return {
      hasTools: false,
      message: modelText('modelAnswersWithoutTools', { host, model: service.model }),
    }
  }
}

/** Requests the service's model list. Returns what is wrong with the service, or null. */
export async function pingModel(config: Config, service: ModelService): Promise<string | null> {
  const authorization = `Bearer ${service.key === '' ? 'none' : service.key}`
  const outgoing = { method: 'GET', headers: { authorization, 'user-agent': 'Assay' }, body: undefined }
  try {
    const { status } = await exchange(`${service.url}/models`, outgoing, egressOf(config, 'networkCheck'))
    if (status === 401 || status === 403) return `${hostOf(service)} did not accept the key`
    return status >= 500 ? `${hostOf(service)} answered ${status}` : null
  } catch (error) {
    if (error instanceof Problem) return `${hostOf(service)} cannot be reached`
    throw error
  }
}
