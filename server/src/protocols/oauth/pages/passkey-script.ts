// Runs on the sign-in page: asks the browser for a passkey and submits the response as a form.
export const PASSKEY_SCRIPT = `
'use strict'
const form = document.getElementById('passkey')
const fault = form.querySelector('.fault')
const works = window.isSecureContext && window.PublicKeyCredential && PublicKeyCredential.parseRequestOptionsFromJSON
form.hidden = !works
form.addEventListener('submit', async event => {
  if (form.elements.response.value !== '') return
  event.preventDefault()
  fault.hidden = true
  try {
    const answer = await fetch(form.dataset.options, { method: 'POST', headers: { accept: 'application/json' } })
    const { options } = await answer.json()
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    const credential = await navigator.credentials.get({ publicKey })
    form.elements.response.value = JSON.stringify(credential.toJSON())
    form.submit()
  } catch {
    fault.hidden = false
  }
})
`
