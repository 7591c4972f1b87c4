import type { AssistantConversation, AssistantSummary } from '@assay/contract/assistant-conversations.ts'
import type { AssistantState } from '@assay/contract/assistant-service.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { assistant as messages } from '../../messages/assistant.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../language/format.ts'
import { AnswerText, Exchange, Question, Reference } from './answer.tsx'
import { DataNotice, NotAvailable } from './notices.tsx'
import { type PendingQuestion, useAsk } from './use-ask.ts'

interface Props {
  conversation: AssistantConversation
  state: AssistantState
}

/** The summary, which needs no model, followed by questions and answers. */
export function Conversation({ conversation, state }: Props) {
  const { id, title, summary, questions } = conversation
  const { ask, asking, failure, stop } = useAsk(id)
  const isOn = state.status === 'on'
  return (
    <section aria-label={title} className="grid min-w-0 content-start gap-5">
      <h2 className="m-0 text-base font-semibold [overflow-wrap:anywhere]">{title}</h2>
      <Summary key={id} summary={summary} isOpen={conversation.messages.length === 0} />
      {conversation.messages.map((message) => (
        <Exchange key={message.number} message={message} />
      ))}
      {asking && <Writing asking={asking} onStop={stop} />}
      {!isOn && <NotAvailable state={state} />}
      {isOn && !state.hasAsked && <DataNotice state={state} />}
      {isOn && (
        <Composer
          key={id}
          state={state}
          failure={failure}
          questions={questions}
          isAsking={asking !== null}
          onAsk={(question) => void ask(question)}
        />
      )}
      <p role="status" className="sr-only">
        {asking ? messages.writing : conversation.messages.length > 0 ? messages.done : ''}
      </p>
    </section>
  )
}

const Summary = ({
  summary: { sections, sources },
  isOpen,
}: {
  summary: AssistantSummary
  isOpen: boolean
}) => (
  <details open={isOpen} className="rounded-card border border-line bg-surface">
    <summary className="cursor-pointer px-4 py-3">
      <span className="font-semibold">{messages.summary}</span>{' '}
      <span className="text-soft">{messages.summaryHint}</span>
    </summary>
    <div className="grid gap-4 border-t border-line-soft p-4">
      {sections.map(({ heading, lines }) => (
        <section key={heading} aria-label={heading}>
          <h3 className="m-0 mb-1 text-sm font-semibold">{heading}</h3>
          <ul className="m-0 grid max-w-[80ch] list-disc gap-1.5 pl-5 [overflow-wrap:anywhere]">
            {lines.map(({ text, ref }) => {
              const index = sources.findIndex((source) => source.ref === ref)
              return (
                <li key={ref}>
                  <p className="m-0">
                    {text} {index >= 0 && <Reference source={sources[index]!} position={index + 1} />}
                  </p>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  </details>
)

const Writing = ({
  asking: { question, text, lookups },
  onStop,
}: {
  asking: PendingQuestion
  onStop: () => void
}) => (
  <article className="grid gap-3" aria-label={question} aria-busy>
    <Question text={question} />
    <div className="grid gap-3 rounded-card border border-line bg-surface p-4">
      {lookups.length > 0 && (
        <p className="m-0 text-sm text-soft">
          {`${messages.looked}: ${lookups.map((tool) => ownProperty(messages.tools, tool) ?? tool).join(', ')}`}
        </p>
      )}
      {text === '' ? (
        <p className="m-0 text-soft">{messages.answering}</p>
      ) : (
        <AnswerText text={text} sources={[]} />
      )}
      <div>
        <Button onPress={onStop}>{messages.stop}</Button>
      </div>
    </div>
  </article>
)

interface ComposerProps {
  state: AssistantState
  questions: readonly string[]
  failure: string | null
  isAsking: boolean
  onAsk: (question: string) => void
}

function Composer({ state, questions, failure, isAsking, onAsk }: ComposerProps) {
  const [text, setText] = useState('')
  const id = useId()
  const send = (question: string) => {
    if (isAsking || question.trim() === '') return
    onAsk(question.trim())
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send(text)
  }
  return (
    <form
      className="grid gap-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        send(text)
      }}
    >
      <ul aria-label={messages.questions} className="m-0 flex list-none flex-wrap gap-2 p-0">
        {questions.map((question) => (
          <li key={question} className="max-w-full">
            <button
              type="button"
              aria-disabled={isAsking}
              onClick={() => send(question)}
              className="max-w-full cursor-pointer rounded-md border border-line bg-raised px-3 py-1.5 text-left text-sm text-ink hover:bg-hover aria-disabled:cursor-default aria-disabled:opacity-50"
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
      <div className="grid gap-1">
        <label htmlFor={id} className="text-xs font-medium text-soft">
          {messages.yourQuestion}
        </label>
        <textarea
          id={id}
          rows={3}
          maxLength={2000}
          value={text}
          placeholder={messages.placeholder}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          className="w-full min-w-0 resize-y rounded-md border border-control bg-raised px-3 py-2 text-sm text-ink placeholder:text-soft"
        />
      </div>
      <p role="alert" className={failure === null ? 'hidden' : 'm-0 text-sm text-danger'}>
        {failure}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="primary" type="submit" aria-disabled={isAsking || text.trim() === ''}>
          {messages.send}
        </Button>
        <span className="tabular text-sm text-soft">
          {messages.used(formatNumber(state.usedTokens), formatNumber(state.dailyTokens))}
        </span>
      </div>
    </form>
  )
}
