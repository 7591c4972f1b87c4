import type { AssistantMessage } from '@assay/contract/assistant-conversations.ts'
import type { Bench, BenchOptions, Figure } from '../bench.ts'
import { type Product, startProduct } from '../product.ts'
import { loadDemo } from '../load-demo.ts'
import { gradeAnswer, missingLookups } from './grade-answer.ts'
import { knownFacts } from './known-facts.ts'
import { type Question, readQuestions } from './questions.ts'
import { startScriptedModel } from './scripted-model.ts'

export const assistant: Bench = {
  title:
    'Questions to the assistant about the demo data: facts that an answer must contain, must not contain, and must cite. Without --model-url, a scripted model repeats the results of its lookups: this tests the lookups, and every question must pass.',
  heads: ['', 'result', 'must have', 'reason'],
  async run(options) {
    const product = await startProduct({ ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' })
    try {
      await loadDemo(product)
      return await evaluate(product, options)
    } finally {
      await product.stop()
    }
  },
}

async function evaluate({ api }: Product, { modelUrl, model, modelKey }: BenchOptions): Promise<Figure[]> {
  const questions = readQuestions(await knownFacts(api))
  const scripted = modelUrl === undefined ? await startScriptedModel(questions) : null
  try {
    const url = modelUrl ?? scripted!.url
    const body = { url, model: model ?? 'default', key: modelKey ?? '', dailyTokens: 100_000_000 }
    await api.barista.saveService({ body })
    await api.barista.allow({ body: { isAllowed: true } })
    const rows: Figure[] = []
    for (const question of questions) {
      const message = await ask(api, question)
      const reasons = [
        ...gradeAnswer(question, message),
        ...(scripted ? missingLookups(question, message) : []),
      ]
      rows.push(rowOf(question, reasons))
      process.stderr.write(`${rows.length} of ${questions.length}: ${question.id} ${rows.at(-1)!.figure}\n`)
    }
    const passed = rows.filter(({ figure }) => figure === 'passed').length
    if (scripted && passed < rows.length) process.exitCode = 1
    return [...rows, { what: 'sum', figure: `${passed} of ${rows.length} passed` }]
  } finally {
    await scripted?.stop()
  }
}

async function ask(
  { barista }: Product['api'],
  { about = {}, question }: Question,
): Promise<AssistantMessage> {
  const { advice, project: projectUuid, branch } = about
  const { id: conversationUuid } =
    advice === undefined
      ? await barista.createWithSummary({ body: { projectUuid, branch } })
      : await barista.createAround({ body: { adviceID: advice } })
  const events = await barista.ask({ params: { conversationUuid }, body: { question } })
  for await (const event of events) if (event.type === 'done') return event.message
  throw new Error('The answer did not end')
}

const rowOf = ({ id, must }: Question, reasons: string[]): Figure => ({
  what: id,
  figure: reasons.length === 0 ? 'passed' : 'failed',
  atMost: cell(must.join(', ')),
  note: cell(reasons.join('; ')),
})

const cell = (text: string) => text.replaceAll('|', 'or')
