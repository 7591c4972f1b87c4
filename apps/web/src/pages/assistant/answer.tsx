import type { AssistantMessage, AssistantSource } from '@assay/contract/assistant-conversations.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { Fragment, type ReactNode } from 'react'
import { assistant as messages } from '../../messages/assistant.ts'
import { formatNumber } from '../../language/format.ts'
import { CopyButton } from '../../widgets/copy-button.tsx'
import { distinctSources, type Piece, plainAnswer, readBlocks, warningsOf } from './model.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'

/** A question with its answer. */
export const Exchange = ({ message }: { message: AssistantMessage }) => (
  <article className="grid gap-3" aria-label={message.question}>
    <Question text={message.question} />
    <div className="grid gap-3 rounded-card border border-line bg-surface p-4">
      {message.answer !== '' && <AnswerText text={message.answer} sources={message.sources} />}
      {message.state === 'answering' && <p className="m-0 text-soft">{messages.answering}</p>}
      {message.state === 'stopped' && <p className="m-0 text-soft">{messages.stopped}</p>}
      {message.state === 'failed' && (
        <p role="note" className="m-0 border-l-2 border-danger pl-3">
          {message.reason}
        </p>
      )}
      {warningsOf(message).map((warning) => (
        <p key={warning} role="note" className="m-0 border-l-2 border-control pl-3 text-soft">
          {warning}
        </p>
      ))}
      <Origins {...message} />
    </div>
  </article>
)

export const Question = ({ text }: { text: string }) => (
  <div className="justify-self-end rounded-card bg-hover px-4 py-2">
    <span className="sr-only">{messages.you}: </span>
    <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</span>
  </div>
)

/** Text of a model: never rendered as links, images or markup. */
export const AnswerText = ({ text, sources }: { text: string; sources: readonly AssistantSource[] }) => (
  <div className="grid max-w-[75ch] gap-2 [overflow-wrap:anywhere]">
    {readBlocks(text, sources).map((block, blockIndex) => {
      if (block.kind === 'list')
        return (
          <ul key={blockIndex} className="m-0 grid list-disc gap-1 pl-5">
            {block.items.map((item, index) => (
              <li key={index}>
                <Pieces pieces={item} />
              </li>
            ))}
          </ul>
        )
      return (
        <p key={blockIndex} className={`m-0 ${block.kind === 'heading' ? 'font-semibold' : ''}`}>
          <Pieces pieces={block.pieces} />
        </p>
      )
    })}
  </div>
)

const Pieces = ({ pieces }: { pieces: Piece[] }) =>
  pieces.map((piece, index) =>
    'text' in piece ? (
      <Fragment key={index}>{piece.text}</Fragment>
    ) : (
      <Reference key={index} source={piece.source} position={piece.position} />
    ),
  )

export const Reference = ({ source, position }: { source: AssistantSource; position: number }) => (
  <SourceLink
    source={source}
    className="tabular mx-0.5 rounded-sm border border-line px-1 text-xs text-soft no-underline hover:bg-hover hover:text-ink"
  >
    <span className="sr-only">{`${source.label} `}</span>
    {position}
  </SourceLink>
)

/** The sources of the answer, and the facts sent for it. */
function Origins({ answer, state, sources, sent, host }: AssistantMessage) {
  if (state === 'answering') return null
  const named = distinctSources(sources)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-soft pt-3 text-sm">
      {named.length > 0 && (
        <ul aria-label={messages.sources} className="m-0 flex w-full list-none flex-wrap gap-x-3 gap-y-1 p-0">
          <li aria-hidden className="text-soft">
            {messages.sources}
          </li>
          {named.map((source) => (
            <li key={source.ref} className="[overflow-wrap:anywhere]">
              <SourceLink source={source} className="text-accent">
                {source.label}
              </SourceLink>
            </li>
          ))}
        </ul>
      )}
      <span className="mr-auto text-soft">
        {messages.sent(sent.requests, formatNumber(sent.characters), host)}
        {sent.lookups.length > 0 && ` ${messages.looked}: ${lookupNames(sent)}.`}
      </span>
      {answer !== '' && <CopyButton text={plainAnswer(answer)} variant="quiet" />}
    </div>
  )
}

const lookupNames = ({ lookups }: AssistantMessage['sent']) =>
  [...new Set(lookups.map(({ tool }) => ownProperty(messages.tools, tool) ?? tool))].join(', ')

interface Props {
  source: AssistantSource
  className?: string
  children: ReactNode
}

/** Links a fact to its page. Sources come from the server only: URLs written by a model never become links. */
function SourceLink({ source: { kind, label, projectUuid, branch, name }, ...props }: Props) {
  const shared = { ...props, title: label }
  if (kind === 'project' && projectUuid !== null)
    return <Link {...shared} to={paths.projects} search={{ pid: projectUuid, branch: branch ?? undefined }} />
  if (kind === 'vulnerability' && name !== null)
    return <Link {...shared} to={paths.vulnerabilities} search={{ id: name }} />
  if (kind === 'component' && name !== null)
    return <Link {...shared} to={paths.components} search={{ q: name }} />
  if (kind === 'fixes' && projectUuid !== null)
    return <Link {...shared} to={paths.projects} search={{ pid: projectUuid }} />
  if (kind === 'fixes') return <Link {...shared} to={paths.fixes} />
  return <Link {...shared} to={paths.dashboard} />
}
