/** A file may be dropped on the form that takes it. */
export function startDropping(): void {
  for (const name of ['dragover', 'dragleave', 'drop'] as const) {
    addEventListener(name, (event) => {
      const form = event.target instanceof Element ? event.target.closest('form.drop') : null
      if (!(form instanceof HTMLFormElement)) return
      event.preventDefault()
      form.classList.toggle('over', name === 'dragover')
      if (name === 'drop') send(form, event.dataTransfer?.files)
    })
  }
}

function send(form: HTMLFormElement, files: FileList | undefined): void {
  const input = form.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null || files === undefined || files.length === 0) return
  input.files = files
  form.requestSubmit()
}
