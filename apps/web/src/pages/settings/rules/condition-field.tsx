import { ownProperty } from '@assay/engine/own-property.ts'
import { wordByName } from '@assay/engine/policies/rules/words.ts'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { policyRules as messages } from '../../../messages/policy-rules.ts'
import { completionsAt, type Completions } from './complete-word.ts'

interface Props {
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

const noCompletions: Completions = { from: 0, items: [] }

/** The condition of a rule, with completion of words and the mistakes that the server finds in it. */
export function ConditionField({ value, onChange, error }: Props) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { completions, active, setActive, type, insert, close } = useCompletions({ field, value, onChange })
  const checked = useChecked(value)
  const note = error ?? checked.message
  const isWrong = error !== undefined || checked.isWrong
  const { items } = completions

  return (
    <div className="relative grid min-w-0 content-start gap-1">
      <label htmlFor={id} className="text-xs font-medium text-soft">
        {messages.condition}
      </label>
      <textarea
        ref={field}
        id={id}
        name="condition"
        value={value}
        rows={3}
        required
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-describedby={`${id}-note`}
        {...(items.length > 0 && { 'aria-activedescendant': `${id}-${active}` })}
        {...(isWrong && { 'aria-invalid': true })}
        onChange={({ target }) => type(target.value, target.selectionStart)}
        onBlur={close}
        onKeyDown={(event) =>
          chooseByKey(event, {
            active,
            count: items.length,
            setActive,
            insert,
            close,
          })
        }
        className="w-full min-w-0 resize-y rounded-md border border-control bg-raised px-3 py-2 font-mono text-sm text-ink aria-invalid:border-danger"
      />
      <Suggestions id={id} completions={completions} active={active} onChoose={insert} />
      <p
        id={`${id}-note`}
        aria-live="polite"
        className={`m-0 text-xs ${isWrong ? 'text-danger' : 'text-soft'}`}
      >
        {note}
      </p>
    </div>
  )
}

interface Completed extends Pick<Props, 'value' | 'onChange'> {
  field: RefObject<HTMLTextAreaElement | null>
}

function useCompletions({ field, value, onChange }: Completed) {
  const [completions, setCompletions] = useState(noCompletions)
  const [active, setActive] = useState(0)
  const type = (text: string, caret: number) => {
    onChange(text)
    setCompletions(completionsAt(text, caret))
    setActive(0)
  }
  const insert = (index: number) => {
    const item = completions.items[index]
    const element = field.current
    if (!item || !element) return
    const after = value.slice(element.selectionEnd)
    const text = `${value.slice(0, completions.from)}${item.text}`
    onChange(`${text}${after}`)
    setCompletions(noCompletions)
    requestAnimationFrame(() => {
      element.focus()
      element.setSelectionRange(text.length, text.length)
    })
  }
  return { completions, active, setActive, type, insert, close: () => setCompletions(noCompletions) }
}

interface Keys {
  active: number
  count: number
  setActive: (index: number) => void
  insert: (index: number) => void
  close: () => void
}

function chooseByKey(event: KeyboardEvent, { active, count, setActive, insert, close }: Keys): void {
  if (count === 0) return
  const steps = new Map([
    ['ArrowDown', () => setActive((active + 1) % count)],
    ['ArrowUp', () => setActive((active + count - 1) % count)],
    ['Enter', () => insert(active)],
    ['Tab', () => insert(active)],
    ['Escape', close],
  ])
  const step = steps.get(event.key)
  if (!step) return
  event.preventDefault()
  // Escape would close the dialog.
  event.stopPropagation()
  step()
}

interface SuggestionsProps {
  id: string
  completions: Completions
  active: number
  onChoose: (index: number) => void
}

const Suggestions = ({ id, completions: { items }, active, onChoose }: SuggestionsProps) => (
  <div
    id={`${id}-list`}
    role="listbox"
    aria-label={messages.suggestions}
    hidden={items.length === 0}
    className="max-h-64 overflow-y-auto rounded-md border border-line bg-raised p-1"
  >
    {items.map(({ text, word }, index) => (
      <div
        key={text}
        tabIndex={-1}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === active}
        // Before the field loses the focus.
        onPointerDown={(event) => {
          event.preventDefault()
          onChoose(index)
        }}
        className="cursor-pointer rounded px-2 py-1 text-sm aria-selected:bg-hover"
      >
        <code>{text}</code>
        {word !== null && (
          <span className="block text-xs text-soft">
            {ownProperty(messages.words, word)}
            {wordByName.get(word)?.maybeUnknown && ` (${messages.mayBeUnknown})`}
          </span>
        )}
      </div>
    ))}
  </div>
)

const checkAfterMs = 300

/** What the server says of the condition, once typing pauses. */
function useChecked(value: string): { message: string; isWrong: boolean } {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), checkAfterMs)
    return () => clearTimeout(timer)
  }, [value])
  const { data } = useQuery({
    ...query(api.rules.check, { body: { condition: settled } }),
    enabled: settled.trim() !== '',
  })
  if (settled.trim() === '' || !data || settled !== value)
    return { message: messages.conditionHint, isWrong: false }
  const [issue] = data.issues
  if (issue) return { message: `${messages.issue(issue.message)} (${issue.at + 1})`, isWrong: true }
  return { message: messages.appliesTo[data.subject ?? 'scan'], isWrong: false }
}
