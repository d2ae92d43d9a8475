// Runs only in browsers that know no JavaScript modules; so this is written as they read it.
(function () {
  var trouble = document.getElementById("trouble");
  function show() {
    trouble = document.getElementById("trouble");
    trouble.appendChild(document.createTextNode("This browser is too old for this page: it needs JavaScript modules and WebAssembly."));
    trouble.removeAttribute("hidden");
  }
  if (trouble) show();
  else document.addEventListener("DOMContentLoaded", show);
})();
