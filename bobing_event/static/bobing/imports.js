// @ts-check
/** Dropping a file onto the upload page. Without it, the file is chosen with the button as anywhere. */

const drop = document.getElementById("drop");
const input = drop?.querySelector("input[type=file]");

if (drop instanceof HTMLElement && input instanceof HTMLInputElement) {
  for (const name of ["dragenter", "dragover"]) {
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.add("is-over");
    });
  }
  for (const name of ["dragleave", "drop"]) drop.addEventListener(name, () => drop.classList.remove("is-over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer?.files.length) input.files = event.dataTransfer.files;
  });
}
