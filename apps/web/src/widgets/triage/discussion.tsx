import type { FindingComment, FindingRef } from '@assay/contract/triage.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'
import { triage as messages } from '../../messages/triage.ts'
import { showAlert, showNotice } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { CompactSelect } from '../../ui/compact-select.tsx'
import { When } from '../../ui/when.tsx'
import { nameOf } from './finding-fields.tsx'
import { type FindingDetails, useAccountUuid } from './use-triage.ts'

interface Props {
  details: FindingDetails
  finding: FindingRef
  canEdit: boolean
}

const texts = messages.discussion

export const Discussion = ({ details, finding, canEdit }: Props) => (
  <section className="grid gap-3">
    <h3 className="m-0 text-sm font-semibold">{texts.title}</h3>
    {details.comments.length === 0 && <p className="m-0 text-sm text-soft">{texts.none}</p>}
    <ol className="m-0 grid list-none gap-3 p-0">
      {details.comments.map((comment) => (
        <li key={comment.uuid}>
          <Comment comment={comment} details={details} finding={finding} />
        </li>
      ))}
    </ol>
    {canEdit && <Writer details={details} finding={finding} />}
  </section>
)

interface CommentProps extends Pick<Props, 'details' | 'finding'> {
  comment: FindingComment
}

function Comment({ comment, details, finding }: CommentProps) {
  const { uuid, author, authorName, text, createdAt, editedAt } = comment
  const [isEditing, setIsEditing] = useState(false)
  const { state } = useSession()
  const queries = useQueryClient()
  const accountUuid = useAccountUuid()
  const remove = useMutation({
    mutationFn: () => api.triage.removeComment({ params: { accountUuid, commentUuid: uuid } }),
    onSuccess: () => {
      showNotice(texts.removed)
      return queries.invalidateQueries()
    },
    onError: (error) => showAlert(messageOf(error)),
  })
  const isOwn = state.status === 'member' && author?.uuid === state.user.id
  if (isEditing)
    return <Writer details={details} finding={finding} comment={comment} onDone={() => setIsEditing(false)} />
  return (
    <article className="grid gap-1 rounded-card border border-line-soft p-3 text-sm">
      <p className="m-0 flex flex-wrap items-baseline gap-x-2 text-xs text-soft">
        <span className="font-medium text-ink">
          {author ? nameOf(author) : `${authorName ?? ''} (${texts.imported})`}
        </span>
        <When epochMs={createdAt} />
        {editedAt !== null && <span>{texts.edited}</span>}
      </p>
      <p className="m-0 whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
      {isOwn && (
        <span className="flex flex-wrap gap-2">
          <Button variant="quiet" onPress={() => setIsEditing(true)}>
            {texts.edit}
          </Button>
          <Button variant="quiet" isDisabled={remove.isPending} onPress={() => remove.mutate()}>
            {texts.remove}
          </Button>
        </span>
      )}
    </article>
  )
}

interface WriterProps extends Pick<Props, 'details' | 'finding'> {
  /** To be changed; otherwise a new one is written. */
  comment?: FindingComment
  onDone?: () => void
}

/** Choosing a member adds '@name' to the text, and the member to those who are told. */
function Writer({ details: { people }, finding, comment, onDone }: WriterProps) {
  const id = useId()
  const [text, setText] = useState(comment?.text ?? '')
  const [chosen, setChosen] = useState<readonly string[]>(comment?.mentions.map(({ uuid }) => uuid) ?? [])
  const queries = useQueryClient()
  const params = { accountUuid: useAccountUuid() }
  const mentioned = people.filter((each) => chosen.includes(each.uuid) && text.includes(`@${nameOf(each)}`))
  const send = useMutation({
    mutationFn: () => {
      const body = { text, mentions: mentioned.map(({ uuid }) => uuid) }
      return comment
        ? api.triage.editComment({ params: { ...params, commentUuid: comment.uuid }, body })
        : api.triage.comment({ params, body: { finding, ...body } })
    },
    onSuccess: () => {
      setText('')
      setChosen([])
      onDone?.()
      return queries.invalidateQueries()
    },
    onError: (error) => showAlert(messageOf(error)),
  })
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate()
      }}
    >
      <label htmlFor={id} className="text-xs text-soft">
        {comment ? texts.edit : texts.write}
      </label>
      <textarea
        id={id}
        rows={3}
        value={text}
        maxLength={5000}
        onChange={({ target }) => setText(target.value)}
        className="w-full resize-y rounded-md border border-control bg-raised px-3 py-2 text-sm text-ink"
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Mention
          people={people}
          onChoose={(person) => {
            setChosen([...chosen, person.uuid])
            setText(`${text}${text === '' || text.endsWith(' ') ? '' : ' '}@${nameOf(person)} `)
          }}
        />
        <span className="flex flex-wrap gap-2">
          {onDone && (
            <Button variant="quiet" onPress={onDone}>
              {texts.cancel}
            </Button>
          )}
          <Button type="submit" isDisabled={send.isPending || text.trim() === ''}>
            {comment ? texts.save : texts.send}
          </Button>
        </span>
      </div>
      {mentioned.length > 0 && (
        <p role="status" className="m-0 text-xs text-soft">
          {texts.mentioned(mentioned.map(nameOf).join(', '))}
        </p>
      )}
    </form>
  )
}

interface MentionProps {
  people: FindingDetails['people']
  onChoose: (person: FindingDetails['people'][number]) => void
}

const Mention = ({ people, onChoose }: MentionProps) => (
  <CompactSelect
    label={texts.mention}
    value=""
    options={[
      { value: '', label: texts.mentionNobody },
      ...people.map((person) => ({ value: person.uuid, label: nameOf(person) })),
    ]}
    onChange={(value) => {
      const person = people.find(({ uuid }) => uuid === value)
      if (person) onChoose(person)
    }}
  />
)
