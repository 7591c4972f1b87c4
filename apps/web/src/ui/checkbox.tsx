interface Props {
  label: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

export function Checkbox({ label, isChecked, onChange }: Props) {
  return (
    <label className="flex min-h-6 cursor-pointer items-center gap-2 text-sm">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 shrink-0 accent-(--accent)"
      />
      {label}
    </label>
  )
}
