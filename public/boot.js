// Runs before the first paint, as plain old JavaScript: the scheme and the insets of the messaging app, and a word to engines too old for the app.
(function () {
  var root = document.documentElement;
  var dark = !!window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches;
  var ground = hostBackground();
  if (ground !== null)
    dark = ((ground >> 16) * 299 + ((ground >> 8) & 255) * 587 + (ground & 255) * 114) / 1000 < 128;
  root.setAttribute('data-scheme', dark ? 'dark' : 'light');
  showInsets();

  // Chrome 111 and Safari 16.4 are the oldest engines served: the first added oklch, the second import maps.
  var scripts = window.HTMLScriptElement;
  var modern = !!window.CSS && CSS.supports('color', 'oklch(0 0 0)') && !!scripts && !!scripts.supports;
  if (modern && scripts.supports('importmap')) return;
  document.addEventListener('DOMContentLoaded', function () {
    var message = document.createElement('p');
    message.id = 'old-engine';
    message.style.cssText = 'margin:0;padding:32px 24px;font:17px/1.4 sans-serif';
    message.appendChild(
      document.createTextNode(
        /^ru/.test(navigator.language || '')
          ? 'Для iRICH нужен более новый системный браузер. Обновите Android System WebView (или iOS до 16.4) и откройте приложение снова.'
          : 'iRICH needs a newer system browser. Update Android System WebView (or iOS to 16.4) and open the app again.',
      ),
    );
    document.body.insertBefore(message, document.body.firstChild);
  });

  // Those of the last launch: nothing jumps when the messaging app says them again.
  function showInsets() {
    try {
      var kept = JSON.parse(localStorage.getItem('irich:insets') || '{}');
      ['top', 'right', 'bottom', 'left'].forEach(function (side) {
        if (kept[side] >= 0) root.style.setProperty('--safe-'.concat(side), String(kept[side]).concat('px'));
      });
    } catch (error) {
      if (window.console) console.warn('insets are not readable', error);
    }
  }

  // From the fragment of this launch; after a reload from the first address, or from what the app kept of it.
  function hostBackground() {
    try {
      var entry = performance.getEntriesByType ? performance.getEntriesByType('navigation')[0] : null;
      var texts = [location.hash, entry ? entry.name : ''];
      for (var i = 0; i < texts.length; i++) {
        var found = /[#&?]tgWebAppThemeParams=([^&]*)/.exec(texts[i]);
        if (found) return colour(decodeURIComponent(found[1]));
      }
      for (var k = 0; k < sessionStorage.length; k++) {
        var kept =
          /^irich:\w+:launch$/.test(sessionStorage.key(k)) && sessionStorage.getItem(sessionStorage.key(k));
        found = kept && /[#&?]?tgWebAppThemeParams=([^&]*)/.exec(kept);
        if (found) return colour(decodeURIComponent(found[1]));
      }
      return null;
    } catch (error) {
      if (window.console) console.warn('theme of the messaging app is not readable', error);
      return null;
    }
  }

  function colour(text) {
    var hex = /^#([0-9a-f]{6})$/i.exec(JSON.parse(text).bg_color || '');
    return hex ? parseInt(hex[1], 16) : null;
  }
})();
