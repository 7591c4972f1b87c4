import type { AssistantConversation } from '@assay/contract/assistant-conversations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { messageOf, query } from '../../api/query.ts'
import { language } from '../../language/language.ts'

/** A question whose answer is being streamed. */
export interface PendingQuestion {
  question: string
  text: string
  /** Names of tools, in order. */
  lookups: string[]
}

/** Asks a question, streams the answer, and adds it to the conversation. */
export function useAsk(id: string) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState<PendingQuestion | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const ask = async (question: string) => {
    const leaving = new AbortController()
    running.current = leaving
    setFailure(null)
    setAsking({ question, text: '', lookups: [] })
    const params = { conversationUuid: id }
    try {
      const events = await api.barista.ask(
        { params, body: { question, language } },
        { signal: leaving.signal },
      )
      for await (const event of events) {
        if (event.type === 'text') setAsking((known) => known && { ...known, text: known.text + event.text })
        if (event.type === 'tool')
          // Text before a tool call is not part of the answer.
          setAsking((known) => known && { ...known, text: '', lookups: [...known.lookups, event.tool] })
        if (event.type === 'done') {
          setAsking(null)
          queries.setQueryData<AssistantConversation>(
            query(api.barista.conversation, { params, query: { language } }).queryKey,
            (known) => known && { ...known, messages: [...known.messages, event.message] },
          )
        }
      }
    } catch (error) {
      if (!leaving.signal.aborted) setFailure(messageOf(error))
    }
    running.current = null
    setAsking(null)
    await queries.invalidateQueries()
  }
  return { ask, asking, failure, stop: () => running.current?.abort() }
}
